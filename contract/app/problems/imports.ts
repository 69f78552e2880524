import { entry, type ProblemText } from './entry.ts'

/** Problems with imported files. */
export const importProblems = {
  import_gone: entry(
    'The file is no longer there',
    'Linkwright keeps a copy of a file only until it’s imported or the app is closed.',
    'Choose the file again.',
  ),
  import_too_large: entry(
    'This file is too large',
    'An import can have up to 200,000 links and 1 GB.',
    'Split a table into parts of 200,000 rows. Export a larger library in parts, such as one profile at a time.',
  ),
  import_not_text: entry(
    'This file can’t be read',
    'It’s neither a table nor a text. It may be an archive or a picture.',
    'Save it as CSV in the program it came from, then choose that file.',
  ),
  import_newer: entry(
    'This file is from a newer version of Linkwright',
    'This version could lose some of what is in it, so nothing was imported.',
    'Install the latest version of Linkwright, then choose the file again.',
  ),
  import_broken: entry(
    'This file is damaged',
    'It looks like a list of links, but part of it can’t be read.',
    'Export it again from the program it came from, then choose that file.',
  ),
} as const satisfies Record<string, ProblemText>
