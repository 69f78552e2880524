import type { GenerateRequest } from '../../service/link/generate.ts'
import { fieldsOf } from '../../service/link/fields.ts'
import { parameterName, parametersOf, type ParameterField } from '../../service/link/parameters.ts'
import { listAddresses } from './addressTracking.ts'
import { readParameter, writeParameters } from './parameters.ts'

/** Values of parameters by field. Empty and missing ones aren't written. */
export type ParameterValues = { readonly [parameter: ParameterField]: string | undefined }

/** Returns the value of a parameter in the first address that has it; empty if none does. */
export function readFirstParameter(addresses: readonly string[], field: ParameterField): string {
  for (const address of addresses) {
    const value = readParameter(address, parameterName(field))
    if (value !== null) return value
  }
  return ''
}

/** Returns an address with the parameters that it doesn't have yet. */
export function fillParameters(address: string, values: ParameterValues): string {
  const missing = parametersOf(values).filter(
    (field) => values[field] && readParameter(address, parameterName(field)) === null,
  )
  return writeParameters(
    address,
    missing.map((field) => [parameterName(field), values[field] ?? null]),
  )
}

/**
 * Returns a request with parameters set in all of its addresses, or in those whose value `isReplaced` accepts; `null` if
 * an address doesn't have the parameter.
 */
export function withParameters(
  request: GenerateRequest,
  values: ParameterValues,
  isReplaced: (field: ParameterField, own: string | null) => boolean = () => true,
): GenerateRequest {
  const fields = parametersOf(values)
  if (fields.length === 0 || listAddresses(request).length === 0) return request
  const write = (url: string) => {
    const written = fields.filter((field) => isReplaced(field, readParameter(url, parameterName(field))))
    return writeParameters(
      url,
      written.map((field) => [parameterName(field), values[field] ?? null]),
    )
  }
  const changed = { ...request }
  for (const name of fieldsOf('appTarget')) {
    const target = changed[name]
    if (target) changed[name] = { ...target, url: write(target.url) }
  }
  const { desktop_custom_redirect: desktop } = changed
  if (desktop) changed.desktop_custom_redirect = { ...desktop, url: write(desktop.url) }
  return changed
}
