import { fieldNames, fieldsOf, linkFields } from '../../contract/service/link/fields.ts'

/** On-screen names of the fields of requests and links, by path. */
const names = new Map<string, string>([
  ['show_preview', 'Preview page'],
  ['active', 'Active'],
  ['active_until', 'Active until'],
  ['pass_query', 'Parameters of visitors'],
  ['updated_at', 'Last changed'],
  ['path', 'Path'],
  ['access_path', 'Link'],
  ['id', 'ID'],
  ['generated_from_platform', 'Created from'],
  ['sdk_generated', 'Created through the API'],
  ...fieldNames.map((name): [string, string] => [name, linkFields[name].label]),
  ...[...fieldsOf('appTarget'), ...fieldsOf('target')].map((name): [string, string] => [
    `${name}.url`,
    linkFields[name].label,
  ]),
  ...fieldsOf('appTarget').map((name): [string, string] => [
    `${name}.open_app_if_installed`,
    `Open the app, ${linkFields[name].label}`,
  ]),
])

/** Returns the on-screen name of a field, or its path if it has none. */
export function fieldName(path: string): string {
  return names.get(path) ?? path
}
