import { byName } from '../../../service/link/fields.ts'
import type { GenerateRequest } from '../../../service/link/generate.ts'
import { parametersOf, type ParameterField } from '../../../service/link/parameters.ts'
import { withParameters } from '../../values/requestParameters.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { createFieldReader, type Row } from '../mapping/sources.ts'
import type { RowValidator } from '../rowValidator.ts'

/** Returns a reader for each parameter that a column or the template sets. */
export function listParameterReaders(header: readonly string[], mapping: Mapping) {
  const used = mapping.columns.flatMap((use) => (use.to === 'field' ? [use.field] : []))
  const fields = parametersOf({ ...mapping.template, ...byName(used, () => true) })
  return fields.map((field) => ({ field, read: createFieldReader(field, header, mapping) }))
}

interface ParameterParts {
  scope: Mapping['parameterScope']
  parameters: ReturnType<typeof listParameterReaders>
  validator: RowValidator
}

/** Returns a request whose addresses have the parameters of its row. */
export function addParameters(
  { scope, parameters, validator }: ParameterParts,
  row: Row,
  request: GenerateRequest,
): GenerateRequest {
  if (parameters.length === 0) return request
  const values = parameters.flatMap(({ field, read }): [ParameterField, string][] => {
    const fieldText = read(row)
    if (!fieldText) return []
    validator.text(field, fieldText.text, row, () => fieldText)
    return [[field, fieldText.text]]
  })
  return withParameters(request, Object.fromEntries(values), { scope })
}
