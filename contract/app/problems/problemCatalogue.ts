import { appProblems } from './app.ts'
import type { ProblemText } from './entry.ts'
import { importProblems } from './imports.ts'
import { keyProblems } from './keys.ts'
import { networkProblems } from './network.ts'
import { runProblems } from './runs.ts'
import { serviceProblems } from './service.ts'
import { sheetProblems } from './sheets.ts'

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
