/**
 * Every file of the data folder, except temporary database files, with its content. A test compares the list with what
 * the app writes.
 */
export const dataFiles = [
  { name: 'library.db', holds: 'Your links, drafts, presets, saved views and bulk runs' },
  { name: 'library-index.db', holds: 'What makes your links quick to find; made anew if it is gone' },
  {
    name: 'backups/',
    holds: 'Copies of the library: of the last days, those you made, and before each update of its format',
  },
  { name: 'exports/', holds: 'Files that were exported, until they are dismissed or Linkwright ends' },
  { name: 'activity.db', holds: 'The requests shown under Activity, without keys' },
  { name: 'settings.json', holds: 'Your profiles and settings, without keys' },
  { name: 'links.sqlite', holds: 'The links of the service on this computer' },
  { name: 'errors.log', holds: 'Bugs, with time and place and without what you entered' },
  { name: 'problem-report.txt', holds: 'What a bug left behind, until you have seen it' },
  { name: 'instance.json', holds: 'Which Linkwright is using the folder right now' },
  { name: 'instance.lock', holds: 'Keeps a second Linkwright from using it at the same time' },
  { name: 'window/', holds: 'What the desktop app’s window keeps for itself, such as its caches' },
  { name: '….damaged-…', holds: 'A file that could not be read and was put aside' },
  { name: '….empty-…', holds: 'A library file that had been emptied and was put aside' },
]
