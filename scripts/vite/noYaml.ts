/** Replaces the package `yaml`, 200 KB: the service publishes its description only as JSON and reads no YAML. */
export function stringify(): never {
  throw new Error('YAML is not available in the packed app.')
}

export const parse = stringify
