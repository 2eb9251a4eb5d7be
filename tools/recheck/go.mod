module recheck

go 1.19
