import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with files of links. */
export const importProblems = {
  import_gone: entry(
    'The file is no longer there',
    'Linkwright keeps a copy of a file only until it was imported, and no longer than it runs.',
    'Choose the file once more.',
  ),
  import_too_large: entry(
    'This file is too large',
    'Linkwright takes files of up to 2 GB.',
    'Divide it into smaller ones, and import one after the other.',
  ),
  import_not_text: entry(
    'This file cannot be read',
    'It is not a text: a spreadsheet, an archive or a picture, perhaps.',
    'Save it as CSV in the program that it comes from, then choose that file.',
  ),
  import_newer: entry(
    'This file is from a newer version of Linkwright',
    'This version could lose some of what is in it, so nothing was imported.',
    'Install the latest version of Linkwright, then choose the file again.',
  ),
  import_broken: entry(
    'This file is damaged',
    'It begins like a list of links, but not all of it can be read.',
    'Export it once more in the program that it comes from, then choose that file.',
  ),
} as const satisfies Record<string, ProblemText>
