import { writeFileSync } from 'node:fs'
import type { ProblemText } from '../contract/app/problems/problemCatalogue.ts'
import { appProblems } from '../contract/app/problems/app.ts'
import { importProblems } from '../contract/app/problems/imports.ts'
import { keyProblems } from '../contract/app/problems/keys.ts'
import { networkProblems } from '../contract/app/problems/network.ts'
import { runProblems } from '../contract/app/problems/runs.ts'
import { serviceProblems } from '../contract/app/problems/service.ts'
import { sheetProblems } from '../contract/app/problems/sheets.ts'

/** Generates `docs/troubleshooting.md` from the catalogue of problems: `node scripts/troubleshooting.ts`. */
export const file = new URL('../docs/troubleshooting.md', import.meta.url)

const sections: Record<string, Record<string, ProblemText>> = {
  'Connecting to a service': networkProblems,
  'What a service answers': serviceProblems,
  'Keys and the service on this computer': keyProblems,
  'Tables, runs and imports': { ...sheetProblems, ...runProblems, ...importProblems },
  'The app and its files': appProblems,
}

const introduction = `# Troubleshooting

This page is generated from the catalogue of problems (\`contract/app/problems/\`) by \`node scripts/troubleshooting.ts\`.
The app shows the same texts, with details that can be copied and never contain a key.

_Test connection_ checks the connection step by step, stops at the first step that fails, and never creates a link.
`

/** Returns the whole document as Markdown. */
export function troubleshooting(): string {
  const texts = Object.entries(sections).map(
    ([title, problems]) =>
      `## ${title}\n\n${Object.entries(problems)
        .map(([code, problem]) => formatItem(code, problem))
        .join('\n')}\n`,
  )
  return [introduction, ...texts].join('\n')
}

/** Returns a problem as a list item, on one line: its sentences are as long as those on screen. */
function formatItem(code: string, { title, why, advice }: ProblemText): string {
  return `- **${title}** (\`${code}\`): ${why} _${advice}_`
}

if (import.meta.main) writeFileSync(file, troubleshooting())
