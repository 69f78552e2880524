import { z } from 'zod'
import { environment } from './headers.ts'
import { maxSavedViews } from './library/savedView.ts'
import { formatCount } from './text.ts'

/** What a file of links is, found out by what is in it. */
export const importKind = z.enum([
  'linkwright',
  'table',
  'text',
  'dub',
  'kutt',
  'bitly',
  'shlink',
  'yourls',
  'firebase',
  'sink',
  'shortio',
  'rebrandly',
])
export type ImportKind = z.infer<typeof importKind>

/** The largest file that is taken, in bytes, and the largest piece of it in one call. */
export const maxImportBytes = 2_000_000_000
export const importChunkBytes = 768 * 1_024

/** As many links are looked up for one file: at three a second, hours. */
export const maxLookups = 20_000

/** Why nothing can be made of a row, in the words of the preview and of the list of faulty rows. */
export const rowErrors = {
  no_link: 'There is no link in this row.',
  other_domain: 'The domain of this link is none of your link domains.',
  too_many: `Only ${formatCount(maxLookups)} links of a file can be looked up at once.`,
  too_many_views: `No more than ${maxSavedViews} views are kept. This one was not added.`,
  wide: 'This row has more than 400 columns.',
  unreadable: 'This row cannot be read. Nothing after it was read either.',
  damaged: 'This entry is not one that Linkwright has exported, or it was changed since.',
  cut_off: 'The file ends here, before its end: it was cut off.',
  not_found: 'The service has no link at this address in this environment.',
  refused: 'The service gave no answer that can be used.',
} as const
export const rowError = z.enum(Object.keys(rowErrors) as [RowError, ...RowError[]])
export type RowError = keyof typeof rowErrors

/** A row of which nothing can be made: its number as a spreadsheet counts, and what begins it. */
export const invalidRow = z.object({ row: z.int(), fault: rowError, text: z.string() })
export type InvalidRow = z.infer<typeof invalidRow>

/** A row as it will be. */
export const sampleRow = z.object({
  row: z.int(),
  link: z.string().nullable(),
  title: z.string().nullable(),
  destination: z.string().nullable(),
  profileName: z.string().nullable(),
  environment: environment.nullable(),
  /** Added, there already, or made by another service. */
  outcome: z.enum(['new', 'known', 'foreign']),
})
export type SampleRow = z.infer<typeof sampleRow>

/** How many rows come to what. */
export const importCounts = z.object({
  new: z.int(),
  known: z.int(),
  foreign: z.int(),
  faulty: z.int(),
})
export type ImportCounts = z.infer<typeof importCounts>

/** What importing a file would do. */
export const importPreview = z.object({
  kind: importKind,
  /** Names of columns that nothing is read from, as they are in the file. */
  unused: z.array(z.string()),
  counts: importCounts,
  /** The first ten of each. */
  sample: z.array(sampleRow),
  faults: z.array(invalidRow),
})
export type ImportPreview = z.infer<typeof importPreview>
