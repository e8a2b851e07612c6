"""The constraints as statements, one file each; `registry` lists what `csp` exports of them."""
