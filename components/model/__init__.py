"""The operator's words as frozen objects: tenant, provisioner, node class, platform, and the scalars they are made of.

An object of this package is valid on its own: whatever one object can know about itself is refused here. What needs the
version table, other tenants or the stack is left to `checking`; files, lines and layers are left to `loading`.
"""
