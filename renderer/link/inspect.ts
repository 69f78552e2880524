import { faultsOf } from '../../contract/faults.ts'
import type { Faults } from '../../contract/faults.ts'
import { generateRequest } from '../../contract/generate.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { readJson } from '../../contract/json.ts'
import { requestOf } from './form.ts'
import type { FormValues } from './form.ts'
import { saidOnce } from './phoneTargets.ts'

/** A form's request, and everything that our own service would refuse in it. */
export interface Inspected {
  request: GenerateRequest
  faults: Faults
  /** Whether the app data is JSON at all; no service can take it otherwise. */
  dataIsJson: boolean
}

const inspected = new WeakMap<FormValues, Inspected>()

/** Inspects a form. Every part of the screen asks, so the answer is kept for as long as these values are. */
export function inspect(values: FormValues): Inspected {
  const known = inspected.get(values)
  if (known) return known
  const request = requestOf(values)
  const { data, ...others } = request
  const found = { ...faultsIn(others), ...(data !== undefined && dataFaults(data)) }
  const faults = saidOnce(found, values)
  const dataIsJson = faults['data'] === undefined || readJson(data ?? '').ok
  const result = { request, faults, dataIsJson }
  inspected.set(values, result)
  return result
}

function faultsIn(request: GenerateRequest): Faults {
  const parsed = generateRequest.safeParse(request)
  return parsed.success ? {} : faultsOf(parsed.error)
}

let lastData: { text: string; faults: Faults } | null = null

// By far the longest field, and mostly not the one that is typed into: it is read again when it has changed.
function dataFaults(text: string): Faults {
  if (lastData?.text !== text) lastData = { text, faults: faultsIn({ data: text }) }
  return lastData.faults
}

/** What stands in the way of a create (`blocking`), and what only our own service would refuse (`warnings`). */
export interface Judgement {
  blocking: Faults
  warnings: Faults
}

/**
 * Judges what was found before it is sent. Our own service's rules block where that service will judge; for any other
 * service they are a warning, since its rules are its own. App data that is not JSON blocks everywhere.
 */
export function judge({ faults, dataIsJson }: Inspected, ownService: boolean): Judgement {
  if (ownService) return { blocking: faults, warnings: {} }
  const { data, ...rest } = faults
  if (data === undefined || dataIsJson) return { blocking: {}, warnings: faults }
  return { blocking: { data }, warnings: rest }
}
