/** Hands a file to the person through the browser's own download, which works in both hosts. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked in a moment: some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
