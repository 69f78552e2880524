import type { TextFile } from '../../contract/app/tables/textFile.ts'

/** Offers a text as a download. Both hosts save it to the system's usual location. */
export function saveFile({ name, text }: TextFile): void {
  saveBlob(name, new Blob([text]))
}

/** Offers other data as a download, such as an image. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  saveFrom(address, name)
  // Revoked later, because the download must have read the data first; otherwise its memory is never freed.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Offers a same-origin address as a download. Without a name, the response provides one. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
