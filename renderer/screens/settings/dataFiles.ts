/**
 * Every file of the data folder, except temporary database files, with its content. A test compares the list with what
 * the app writes.
 */
export const dataFiles = [
  { name: 'library.db', holds: 'Your links, drafts, presets, saved views and bulk runs' },
  { name: 'library-index.db', holds: 'Search index; rebuilt automatically' },
  {
    name: 'backups/',
    holds: 'Backups of the library: daily, your own, and before each update of its format',
  },
  { name: 'exports/', holds: 'Files that were exported, until they are dismissed or Linkwright ends' },
  { name: 'activity.db', holds: 'The requests shown under Activity, without keys' },
  { name: 'settings.json', holds: 'Your profiles and settings, without keys' },
  { name: 'links.sqlite', holds: 'The links of the service on this computer' },
  { name: 'errors.log', holds: 'Errors, with their time and place in the code and without what you entered' },
  { name: 'problem-report.txt', holds: 'The report of an error, until you have seen it' },
  { name: 'instance.json', holds: 'Which Linkwright is using the folder right now' },
  { name: 'instance.lock', holds: 'Prevents a second Linkwright from using the folder at the same time' },
  { name: 'reserved-space', holds: 'Nothing: keeps 4 MB free, so that Linkwright starts on a full disk' },
  { name: 'window/', holds: 'Browser data of the desktop app’s window, such as caches' },
  { name: '….damaged-…', holds: 'A file that could not be read and was set aside' },
  { name: '….empty-…', holds: 'A library file that had been emptied and was set aside' },
]
