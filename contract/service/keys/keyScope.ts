/** The permissions of a project key: everything, only creating links, or only reading links and their visits. */
export const keyScopes = ['full', 'create-only', 'read-only'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Maximum length of a key's name, in characters. */
export const maxKeyNameLength = 64

/** Whether a text is a valid key name: letters, digits, spaces and `._@-`, starting with a letter or digit. */
export function isKeyName(text: string): boolean {
  return (
    text.length <= maxKeyNameLength && /^[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/u.test(text) && text === text.trim()
  )
}
