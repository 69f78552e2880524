import { StartFault, WrongSetting } from '../settings/wrongSetting.ts'

/** What the system says of a place that was named wrongly, or that the service's user was not given. */
const wrongPlace = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
])
/** SQLite's code for a file that is no database (https://sqlite.org/rescode.html). */
const notADatabase = 26

/** Why a database cannot be opened: wrongly set, or for a reason that may pass, such as a full disk. */
export function openFault(shown: string, error: unknown): WrongSetting | StartFault {
  const sentence = `The database ${shown} cannot be opened: ${(error as Error).message}`
  return isWrong(error) ? new WrongSetting(sentence) : new StartFault(sentence)
}

/** What the stores themselves refuse, such as the tables of another program, has no code. */
function isWrong(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (typeof errcode === 'number') return (errcode & 0xff) === notADatabase
  return code === undefined || wrongPlace.has(code)
}
