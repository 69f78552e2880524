import { z } from 'zod'

/** The encodings that a text file can have, with the names shown to people. */
export const encodingNames = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-1258': 'Vietnamese (Windows)',
  'windows-874': 'Thai (Windows)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC)',
  'iso-8859-2': 'Central European (ISO)',
  macintosh: 'Western European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'koi8-r': 'Cyrillic (KOI8)',
  ibm866: 'Cyrillic (DOS)',
  cp850: 'Western European (DOS)',
  cp852: 'Central European (DOS)',
} as const

export type Encoding = keyof typeof encodingNames

/** All encodings, the most common first. */
export const encodings = Object.keys(encodingNames) as [Encoding, ...Encoding[]]
export const encoding = z.enum(encodings)
