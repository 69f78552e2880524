/** A setting that the service cannot start with. The message is for the person who made it: one line, no stack. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}
