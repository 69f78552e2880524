/** Maximum number of columns of a table, and maximum length of a cell in characters. */
export const maxColumns = 400
export const maxCellLength = 65_536

/** Maximum number of characters of a report of Google Analytics, and of its rows with different tracking. */
export const [maxReportLength, maxReportRows] = [20_000_000, 100_000]
