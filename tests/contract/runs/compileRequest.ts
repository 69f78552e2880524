import { createRowCompiler } from '../../../contract/runs/compile.ts'
import type { CompiledRow } from '../../../contract/runs/compile.ts'
import type { Mapping } from '../../../contract/runs/mapping.ts'
import type { ValidationStandards } from '../../../contract/runs/rowValidator.ts'

/** Compiles one row with a mapping, by default for our own service. */
export function compileRequest(
  header: readonly string[],
  mapping: Mapping,
  cells: readonly string[],
  standards?: ValidationStandards,
): CompiledRow {
  return createRowCompiler(header, mapping, standards)(cells)
}
