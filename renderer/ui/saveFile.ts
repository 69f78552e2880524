import type { TextFile } from '../../contract/textFile.ts'

/** Offers a text as a download, which both hosts answer with the place that the system has for it. */
export function saveFile({ name, text }: TextFile): void {
  saveBlob(name, new Blob([text]))
}

/** The same for what is no text, such as a picture. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  saveFrom(address, name)
  // The download has the bytes by then, and an address that nobody gives back would hold them for good.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The same for what lies at an address of the window's own. Where no name is given, the answer has one. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
