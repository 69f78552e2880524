import { parseEnvironment } from '../../contract/headers.ts'
import type { Environment } from '../../contract/headers.ts'

/** The names of the environments on the screen. Inside a sentence, they are in lower case. */
export const environmentLabels = {
  development: 'Development',
  production: 'Production',
} as const satisfies Record<Environment, string>

/** Returns the name of an environment, or the value that a service has instead: a profile can map its own. */
export function environmentLabel(value: string): string {
  const environment = parseEnvironment(value)
  return environment ? environmentLabels[environment] : value
}

/** The environments as the choices of a field. */
export const environmentChoices = (['development', 'production'] as const).map((value) => ({
  value,
  label: environmentLabels[value],
}))
