import { z } from 'zod'
import { fieldsOf, linkFields, trackingNames } from './fields.ts'

/** A parameter of a link's addresses as a field: `?utm_content`. The `?` keeps it apart from the other fields. */
export type ParameterField = `?${string}`

/** The usual parameters, in the order in which they are written into an address. */
export const knownParameters: readonly ParameterField[] = fieldsOf('parameter')

/** Maximum length of a parameter's name. */
export const maxParameterName = 100

/** Returns whether a field is a parameter of the addresses. */
export function isParameter(field: string): field is ParameterField {
  return field.startsWith('?')
}

/** Returns the name of a parameter as it is in addresses: `utm_content`. */
export function parameterName(field: ParameterField): string {
  return field.slice(1)
}

/** A field of a valid name. */
export const parameterField = z
  .templateLiteral(['?', z.string()])
  .refine((field) => parameterNameError(parameterName(field)) === null)

/** Returns the parameters of an object's keys, in the order in which they are written into an address. */
export function parametersOf(object: object): ParameterField[] {
  return Object.keys(object).filter(isParameter).toSorted(compareParameters)
}

/** Usual parameters come first, then the others by name, so that equal links have equal addresses. */
function compareParameters(one: ParameterField, other: ParameterField): number {
  const [a, b] = [one, other].map((field) => knownParameters.indexOf(field) + 1 || Infinity) as [
    number,
    number,
  ]
  if (a !== b) return a - b
  return one < other ? -1 : Number(one > other)
}

/** Returns the usual name of a parameter for people, or its name in addresses. */
export function parameterLabel(field: ParameterField): string {
  return findUsual(field)?.label ?? parameterName(field)
}

/** Returns an example of a parameter's value; empty if it isn't a usual one. */
export function parameterExample(field: ParameterField): string {
  return findUsual(field)?.example ?? ''
}

function findUsual(field: ParameterField) {
  const usual = fieldsOf('parameter').find((known) => known === field)
  return usual && linkFields[usual]
}

/** Returns why a text can't be a parameter's name, or `null`. */
export function parameterNameError(name: string): string | null {
  const field = trackingNames.find((one) => name.toLowerCase() === `utm_${one}`)
  if (field !== undefined) return `This is the field ${linkFields[`tracking_${field}`].label}.`
  if (name.length > maxParameterName) return `At most ${maxParameterName} characters are allowed.`
  return /^[\w~-]+$/.test(name) ? null : 'Use letters, digits, hyphens and underscores, as in utm_content.'
}
