/**
 * Every file of the data folder, except temporary database files, with its content. A test compares the list with what
 * the app writes.
 */
export const dataFiles = [
  { name: 'library.db', holds: 'Your links, drafts, presets, tracking rules, saved views and bulk runs' },
  { name: 'library-index.db', holds: 'Search index; rebuilt automatically' },
  {
    name: 'backups/',
    holds: 'Backups of the library: daily, before updates, and those you made',
  },
  { name: 'exports/', holds: 'Exported files, until you dismiss them or quit Linkwright' },
  { name: 'imports/', holds: 'The file you are importing, until it is imported or you quit Linkwright' },
  { name: 'settings.json', holds: 'Your profiles and settings, without keys' },
  { name: 'app-links.json', holds: 'The results of the checks whether phones open the app' },
  { name: 'service-rules.json', holds: 'The rules that your services share, as last read' },
  { name: 'links.sqlite', holds: 'The links of the service on this computer' },
  { name: 'errors.log', holds: 'Errors with their time and place in the code, but nothing you entered' },
  { name: 'problem-report.txt', holds: 'An error report that you have not seen yet' },
  { name: 'instance.json', holds: 'Which running copy of Linkwright uses this folder' },
  { name: 'instance.lock', holds: 'Prevents two copies of Linkwright from using this folder at once' },
  { name: 'reserved-space', holds: 'Reserves 4 MB, so that Linkwright can start when the disk is full' },
  { name: 'window/', holds: 'Browser data of the desktop app’s window, such as caches' },
  { name: '….damaged-…', holds: 'A file that couldn’t be read and was set aside' },
  { name: '….empty-…', holds: 'An empty library file that was set aside' },
]
