// Upstream's options take a port and no address, so that the controller listens to the whole network. Here its metrics
// and probes are for this machine alone. The package's main function is upstream's; the build lays it beside this file.

package main

import (
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

func init() {
	ctrl.NewManager = func(config *rest.Config, options manager.Options) (manager.Manager, error) {
		options.Metrics.BindAddress = "127.0.0.1" + options.Metrics.BindAddress
		options.HealthProbeBindAddress = "127.0.0.1" + options.HealthProbeBindAddress
		return manager.New(config, options)
	}
}
