import { appProblems } from './problems/app.ts'
import type { ProblemText } from './problems/entry.ts'
import { importProblems } from './problems/imports.ts'
import { keyProblems } from './problems/keys.ts'
import { networkProblems } from './problems/network.ts'
import { runProblems } from './problems/runs.ts'
import { serviceProblems } from './problems/service.ts'
import { sheetProblems } from './problems/sheets.ts'

export type { ProblemText }

/** All problems that the window can show, by stable code. */
export const catalogue = {
  ...appProblems,
  ...importProblems,
  ...keyProblems,
  ...networkProblems,
  ...runProblems,
  ...serviceProblems,
  ...sheetProblems,
} as const satisfies Record<string, ProblemText>

export type ProblemCode = keyof typeof catalogue
