import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { headers } from '../../contract/service/api/headers.ts'

/**
 * Returns a cURL command for a POSIX shell that creates the same link. It never contains the key, which it reads from
 * the environment variable `PROJECT_KEY`.
 */
export function toCurl(request: GenerateRequest, baseUrl: string, environmentValue: string): string {
  return [
    `curl -sS -X POST ${quoteForShell(`${baseUrl}/generate_link`)}`,
    `-H "${headers.projectKey}: $PROJECT_KEY"`,
    `-H ${quoteForShell(`${headers.environment}: ${environmentValue}`)}`,
    `-H ${quoteForShell('Content-Type: application/json')}`,
    `--data-binary ${quoteForShell(JSON.stringify(request))}`,
  ].join(' \\\n  ')
}

/** In a POSIX shell, single quotes make everything literal; an inner quote ends, escapes and reopens them. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
