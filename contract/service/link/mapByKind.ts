import { byName, fieldNames, linkFields, type FieldKind, type FieldName } from './fields.ts'

/** The result of `mapByKind`: one value per field, typed by the function for its kind. */
export type MappedByKind<Makers extends Record<FieldKind, (limit: number) => unknown>> = {
  [N in FieldName]: ReturnType<Makers[(typeof linkFields)[N]['kind']]>
}

/**
 * Calls the function for each field's kind and returns the results by field, for example as the shape of a schema.
 * `limit` is the limit of a text field, otherwise 0.
 */
export function mapByKind<Makers extends Record<FieldKind, (limit: number) => unknown>>(
  makers: Makers,
): MappedByKind<Makers> {
  return byName(fieldNames, (name) => {
    const field = linkFields[name]
    return makers[field.kind]('limit' in field ? field.limit : 0)
  }) as MappedByKind<Makers>
}
