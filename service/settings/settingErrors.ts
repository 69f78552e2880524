/**
 * A setting with which the service can never start: exit 2, and no supervisor restarts it. The message is one line
 * without a stack, for whoever made the setting.
 */
export class InvalidSettingError extends Error {
  override name = 'WrongSetting'
}

/** A start error that may be temporary, such as a full disk: exit 1. The message is also one line. */
export class StartError extends Error {
  override name = 'StartError'
}
