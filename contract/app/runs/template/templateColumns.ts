import { toOpenAppColumn } from '../../library/columns/csvColumns.ts'
import { limits } from '../../../service/api/limits.ts'
import { fieldNames, fieldsOf, linkFields } from '../../../service/link/fields.ts'
import type { FieldKind, FieldName } from '../../../service/link/fields.ts'
import { rowFieldLabel, rowFieldNames, type RowField } from '../mapping/mapping.ts'

/** A column of the empty table. */
export interface TemplateColumn {
  name: string
  example: string
  about: string
}

const addressHint = 'An address that starts with https://, or an app’s own address, such as shop://sale.'
const yesNoHint = 'yes or no. If it’s empty, the service decides.'

/** Describes each field by kind. */
const hintsByKind: Record<FieldKind, (name: FieldName) => Omit<TemplateColumn, 'name'>> = {
  text: textHint,
  tracking: textHint,
  path: (name) => ({ example: '', about: `${fieldHint(name)} If it’s empty, the service chooses one.` }),
  image: (name) => ({ example: 'https://www.example.com/sale.jpg', about: fieldHint(name) }),
  data: (name) => ({ example: '{"screen":"sale"}', about: fieldHint(name) }),
  tags: () => ({
    example: 'summer, sale',
    about: `Words separated by commas, at most ${limits.tags} of up to ${limits.tagLength} characters each.`,
  }),
  appTarget: (name) => ({
    example: 'https://www.example.com/sale',
    about: `Where visitors on ${linkFields[name].label} go. If it’s empty, the address for everyone is used. ${addressHint}`,
  }),
  target: (name) => ({
    example: 'https://www.example.com/sale',
    about: `Where all other visitors go: ${linkFields[name].label}. If it’s empty, the address for everyone is used. ${addressHint}`,
  }),
  preview: (name) => ({ example: '', about: `${fieldHint(name)} ${yesNoHint}` }),
}

function textHint(name: FieldName): Omit<TemplateColumn, 'name'> {
  const field = linkFields[name]
  if (!('limit' in field)) return { example: '', about: '' }
  return {
    example: field.example,
    about: `${field.about} Up to ${field.limit.toLocaleString('en')} characters.`,
  }
}

function fieldHint(name: FieldName): string {
  const field = linkFields[name]
  return 'about' in field ? field.about : ''
}

function describeColumn(name: RowField): Omit<TemplateColumn, 'name'> {
  if (name === 'everyone') {
    return {
      example: 'https://www.example.com/sale',
      about: `Where everyone without another destination goes. ${addressHint}`,
    }
  }
  const field = fieldNames.find((known) => known === name)
  if (field !== undefined) return hintsByKind[linkFields[field].kind](field)
  const appTarget = fieldsOf('appTarget').find((known) => toOpenAppColumn(known) === name)
  const label = appTarget === undefined ? '' : linkFields[appTarget].label
  return {
    example: '',
    about: `Whether the app opens on ${label} if it’s installed: yes or no. Empty means yes.`,
  }
}

/**
 * Returns all columns that a table of links can have, in display order. Built on demand: the first `Intl`
 * number format takes about ten milliseconds, which must not delay the app's start.
 */
export function listTemplateColumns(): TemplateColumn[] {
  return rowFieldNames.map((name) => ({ name: rowFieldLabel(name), ...describeColumn(name) }))
}
