import { createRowCompiler } from '../../../../../contract/app/runs/template/compile.ts'
import type { CompiledRow } from '../../../../../contract/app/runs/template/compile.ts'
import type { Mapping } from '../../../../../contract/app/runs/mapping/mapping.ts'
import type { ValidationStandards } from '../../../../../contract/app/runs/rowValidator.ts'

/** Compiles one row with a mapping, by default for our own service. */
export function compileRequest(
  header: readonly string[],
  mapping: Mapping,
  cells: readonly string[],
  standards?: ValidationStandards,
): CompiledRow {
  return createRowCompiler(header, mapping, standards)(cells)
}
