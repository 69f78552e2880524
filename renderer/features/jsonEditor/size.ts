/** How large a text is as UTF-8, beside how large it may be: "1.2 of 32 KiB". */
export function sizeOf(text: string, maxBytes: number): string {
  const kib = new TextEncoder().encode(text).length / 1_024
  const shown = kib === 0 ? '0' : kib < 0.1 ? 'under 0.1' : kib.toFixed(1)
  return `${shown} of ${maxBytes / 1_024} KiB`
}
