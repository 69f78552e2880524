// The script beside which the main process is measured: it does nothing.
export {}
