import type { Environment } from '../../contract/service/api/headers.ts'

/** The names of the environments on the screen. Inside a sentence, they are in lower case. */
export const environmentLabels = {
  development: 'Development',
  production: 'Production',
} as const satisfies Record<Environment, string>

/** The environments as the choices of a field. */
export const environmentChoices = (['development', 'production'] as const).map((value) => ({
  value,
  label: environmentLabels[value],
}))
