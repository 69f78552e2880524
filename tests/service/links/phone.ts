/**
 * How phones read association files, written from Apple's and Google's rules without any code of the app: each pattern
 * becomes a regular expression.
 */

interface Rule {
  '/': string
  exclude?: boolean
  caseSensitive?: boolean
}

function toRegex({ '/': pattern, caseSensitive }: Rule): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, caseSensitive === false ? 'si' : 's')
}

/** The first rule that matches decides; a link that matches none stays in the browser. */
function opensApp(rules: readonly Rule[], path: string): boolean {
  const first = rules.find((rule) => toRegex(rule).test(path))
  return first !== undefined && first.exclude !== true
}

/** Whether iOS opens this app for a path. */
export function iphoneOpens(file: unknown, app: string, path: string): boolean {
  const { details } = (file as { applinks: { details: { appIDs: string[]; components: Rule[] }[] } }).applinks
  return details.some(({ appIDs, components }) => appIDs.includes(app) && opensApp(components, path))
}

/** Whether Android 15 opens this app for a path. */
export function androidOpens(file: unknown, app: string, path: string): boolean {
  const handleAllUrls = 'delegate_permission/common.handle_all_urls'
  const statements = file as {
    relation: string[]
    target: { package_name: string }
    relation_extensions: Record<string, { dynamic_app_link_components: Rule[] }>
  }[]
  return statements.some(
    ({ relation, target, relation_extensions: extensions }) =>
      relation.includes(handleAllUrls) &&
      target.package_name === app &&
      opensApp(extensions[handleAllUrls]?.dynamic_app_link_components ?? [], path),
  )
}

/** Whether an intent filter with these values of `android:pathPattern` matches a path: `.` is any one character. */
export function manifestClaims(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => new RegExp(`^${pattern}$`).test(path))
}
