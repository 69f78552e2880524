/** Maximum number of columns of a table, and maximum length of a cell in characters. */
export const maxColumns = 400
export const maxCellLength = 65_536
