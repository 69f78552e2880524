/**
 * A setting that the service cannot start with, however often it is tried: exit 2, and no supervisor starts it again. The
 * message is for the person who made it: one line, no stack.
 */
export class InvalidSettingError extends Error {
  override name = 'WrongSetting'
}

/** What keeps the service from starting and may pass by itself, such as a full disk: exit 1. One line likewise. */
export class StartError extends Error {
  override name = 'StartError'
}
