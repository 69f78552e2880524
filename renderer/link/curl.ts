import type { GenerateRequest } from '../../contract/generate.ts'
import { headers } from '../../contract/headers.ts'

/**
 * A cURL command that makes the same link from a POSIX shell. The key is never in it: `$PROJECT_KEY` is read from the
 * shell's own environment.
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

/** Single quotes keep everything literal in a POSIX shell; a quote inside ends, escapes and reopens them. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
