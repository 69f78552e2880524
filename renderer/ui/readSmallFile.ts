/** Maximum number of bytes that are read. A larger file is no file of settings, and could freeze the window. */
const maxBytes = 10_000_000

/** Returns the text of a chosen file. The rest of a file of more than 10 MB is missing, so it can't be parsed. */
export async function readSmallFile(file: Blob): Promise<string> {
  return await file.slice(0, maxBytes).text()
}
