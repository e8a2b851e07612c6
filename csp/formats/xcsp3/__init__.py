"""The reader of XCSP3-core, an XML format of constraint problems."""
