import type { Outgoing } from '../client/send.ts'

/** A request as a command for a POSIX shell, in which `$PROJECT_KEY` stands for the key. */
export function curlOf({ method, url, headers, body }: Outgoing): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` --request ${method}`} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${headerArgument(name, value)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** The shell fills in the variable only between double quotes. */
function headerArgument(name: string, value: string): string {
  return value === '$PROJECT_KEY' ? `"${name}: $PROJECT_KEY"` : quoted(`${name}: ${value}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
