"""Fields of the kubelet's own configuration, which AL2023 takes whole from Karpenter 1.15 on.

Source: `config/v1beta1/types.go` of k8s.io/kubelet v0.36.3; 2026-11-30.
"""

KUBELET_FIELDS = frozenset(
    (
        "address", "allowedUnsafeSysctls", "authentication", "authorization", "cgroupDriver", "cgroupRoot",
        "cgroupsPerQOS", "clusterDNS", "clusterDomain", "configMapAndSecretChangeDetectionStrategy",
        "containerLogMaxFiles", "containerLogMaxSize", "containerLogMaxWorkers", "containerLogMonitorInterval",
        "containerRuntimeEndpoint", "contentType", "cpuCFSQuota", "cpuCFSQuotaPeriod", "cpuManagerPolicy",
        "cpuManagerPolicyOptions", "cpuManagerReconcilePeriod", "crashLoopBackOff", "enableContentionProfiling",
        "enableControllerAttachDetach", "enableDebugFlagsHandler", "enableDebuggingHandlers",
        "enableProfilingHandler", "enableServer", "enableSystemLogHandler", "enableSystemLogQuery",
        "enforceNodeAllocatable", "eventBurst", "eventRecordQPS", "evictionHard", "evictionMaxPodGracePeriod",
        "evictionMinimumReclaim", "evictionPressureTransitionPeriod", "evictionSoft", "evictionSoftGracePeriod",
        "failCgroupV1", "failSwapOn", "featureGates", "fileCheckFrequency", "hairpinMode", "healthzBindAddress",
        "healthzPort", "httpCheckFrequency", "imageGCHighThresholdPercent", "imageGCLowThresholdPercent",
        "imageMaximumGCAge", "imageMinimumGCAge", "imagePullCredentialsVerificationPolicy",
        "imageServiceEndpoint", "iptablesDropBit", "iptablesMasqueradeBit", "kernelMemcgNotification",
        "kubeAPIBurst", "kubeAPIQPS", "kubeReserved", "kubeReservedCgroup", "kubeletCgroups",
        "localStorageCapacityIsolation", "logging", "makeIPTablesUtilChains", "maxOpenFiles",
        "maxParallelImagePulls", "maxPods", "memoryManagerPolicy", "memoryReservationPolicy", "memorySwap",
        "memoryThrottlingFactor", "mergeDefaultEvictionSettings", "nodeLeaseDurationSeconds",
        "nodeStatusMaxImages", "nodeStatusReportFrequency", "nodeStatusUpdateFrequency", "oomScoreAdj",
        "podCIDR", "podLogsDir", "podPidsLimit", "podsPerCore", "port", "preloadedImagesVerificationAllowlist",
        "protectKernelDefaults", "providerID", "qosReserved", "readOnlyPort", "registerNode",
        "registerWithTaints", "registryBurst", "registryPullQPS", "reservedMemory", "reservedSystemCPUs",
        "resolvConf", "rotateCertificates", "runOnce", "runtimeRequestTimeout", "seccompDefault",
        "serializeImagePulls", "serverTLSBootstrap", "showHiddenMetricsForVersion", "shutdownGracePeriod",
        "shutdownGracePeriodByPodPriority", "shutdownGracePeriodCriticalPods", "singleProcessOOMKill",
        "staticPodPath", "staticPodURL", "staticPodURLHeader", "streamingConnectionIdleTimeout",
        "syncFrequency", "systemCgroups", "systemReserved", "systemReservedCgroup", "tlsCertFile",
        "tlsCipherSuites", "tlsCurvePreferences", "tlsMinVersion", "tlsPrivateKeyFile", "topologyManagerPolicy",
        "topologyManagerPolicyOptions", "topologyManagerScope", "tracing", "userNamespaces", "volumePluginDir",
        "volumeStatsAggPeriod",
    )
)  # fmt: skip
"""In the spelling of a kubelet configuration file."""
