import type { GenerateRequest } from '../../service/link/generate.ts'
import { byName, fieldsOf, namesOf, type FieldOf } from '../../service/link/fields.ts'
import {
  knownParameters,
  parameterName,
  parametersOf,
  type ParameterField,
} from '../../service/link/parameters.ts'
import { findQueryObstacle } from '../../service/redirect/query.ts'
import { readParameter, writeParameters } from './parameters.ts'

/** Values of parameters by field. Empty and missing ones aren't written. */
export type ParameterValues = { readonly [parameter: ParameterField]: string | undefined }

type AddressField = FieldOf<'target' | 'appTarget'>
const addressFields: readonly AddressField[] = [...fieldsOf('target'), ...fieldsOf('appTarget')]

/** Which addresses get parameters, if the platforms have addresses of their own. */
const parameterScopes = {
  all: { label: 'All web addresses', fields: addressFields },
  desktop: { label: 'Only the desktop address', fields: ['desktop_custom_redirect'] },
  ios: { label: 'Only the iPhone address', fields: ['ios_custom_redirect'] },
  android: { label: 'Only the Android address', fields: ['android_custom_redirect'] },
  phones: {
    label: 'Only the iPhone and Android addresses',
    fields: ['ios_custom_redirect', 'android_custom_redirect'],
  },
} as const satisfies Record<string, { label: string; fields: readonly AddressField[] }>
export type ParameterScope = keyof typeof parameterScopes
export const parameterScopeNames = namesOf(parameterScopes)
/** The scopes as the choices of a field. */
export const scopeChoices = parameterScopeNames.map((value) => ({
  value,
  label: parameterScopes[value].label,
}))

/** The addresses of a link by field. Missing and empty ones aren't sent. */
export type Addresses = { readonly [N in AddressField]?: string | undefined }

/** Returns the addresses of a request or link. */
export function addressesOf(link: {
  readonly [N in AddressField]?: { url: string | null } | null | undefined
}): Addresses {
  return byName(addressFields, (name) => link[name]?.url ?? '')
}

/**
 * Returns the fields whose addresses get parameters. A phone that shares the desktop address gets what desktop gets, because it
 * has no address of its own.
 */
export function fieldsInScope(addresses: Addresses, scope: ParameterScope): AddressField[] {
  const fields: readonly AddressField[] = parameterScopes[scope].fields
  const shared = addresses.desktop_custom_redirect
  return addressFields.filter(
    (name) =>
      addresses[name] && fields.includes(addresses[name] === shared ? 'desktop_custom_redirect' : name),
  )
}

/** Returns the scopes that differ for these addresses. There is one if no platform has an address of its own. */
export function distinctScopes(addresses: Addresses): ParameterScope[] {
  const byFields = new Map(
    parameterScopeNames.toReversed().map((scope) => [fieldsInScope(addresses, scope).join(' '), scope]),
  )
  byFields.delete('')
  return parameterScopeNames.filter((scope) => [...byFields.values()].includes(scope))
}

/** Returns the scope that explains which addresses have usual parameters; `all` if none does. */
export function guessScope(addresses: Addresses): ParameterScope {
  const counted = addressFields.filter((name) => findQueryObstacle(addresses[name] ?? '') === null)
  const isWritten = (name: AddressField) =>
    knownParameters.some((field) => readParameter(addresses[name] ?? '', parameterName(field)) !== null)
  const explains = (scope: ParameterScope) => {
    const fields = fieldsInScope(addresses, scope)
    return counted.every((name) => isWritten(name) === fields.includes(name))
  }
  return counted.some(isWritten) ? (parameterScopeNames.find(explains) ?? 'all') : 'all'
}

/** Returns the value of a parameter in the first address that has it, of those in a scope; empty if none does. */
export function readFirstParameter(
  addresses: Addresses,
  field: ParameterField,
  scope: ParameterScope = 'all',
): string {
  for (const name of fieldsInScope(addresses, scope)) {
    const value = readParameter(addresses[name] ?? '', parameterName(field))
    if (value !== null) return value
  }
  return ''
}

interface WriteOptions {
  scope?: ParameterScope | undefined
  /** Whether an address gets a parameter, from its own value; `null` if it doesn't have the parameter. */
  isReplaced?: (field: ParameterField, own: string | null) => boolean
}

/** Returns addresses with parameters set in those of a scope: by default, in all. */
export function writeInAddresses(
  addresses: Addresses,
  values: ParameterValues,
  { scope = 'all', isReplaced = () => true }: WriteOptions = {},
): Addresses {
  const fields = parametersOf(values)
  const write = (url: string) => {
    const written = fields.filter((field) => isReplaced(field, readParameter(url, parameterName(field))))
    return writeParameters(
      url,
      written.map((field) => [parameterName(field), values[field] ?? null]),
    )
  }
  return { ...addresses, ...byName(fieldsInScope(addresses, scope), (name) => write(addresses[name] ?? '')) }
}

/** Returns a request with parameters set in the addresses of a scope. */
export function withParameters(
  request: GenerateRequest,
  values: ParameterValues,
  options?: WriteOptions,
): GenerateRequest {
  const written = writeInAddresses(addressesOf(request), values, options)
  const names = addressFields.filter((name) => request[name] !== undefined)
  return { ...request, ...byName(names, (name) => ({ ...request[name], url: written[name] ?? '' })) }
}
