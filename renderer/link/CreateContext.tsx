import { createContext, useContext, useSyncExternalStore } from 'react'
import { useFormStore } from './FormContext.tsx'
import type { FormValues } from './form.ts'
import { inspect, judge } from './inspect.ts'
import type { Judgement } from './inspect.ts'
import { loopsIn } from './loops.ts'
import { stillRefused } from './refused.ts'
import type { Refused } from './refused.ts'
import { sectionState } from './sections.ts'
import type { SectionName, SectionState } from './sections.ts'

interface CreateState {
  /** Whether our own service will judge the request. */
  ownService: boolean
  /** Whether a create was asked for: from then on every fault is shown, also in fields that were never touched. */
  attempted: boolean
  refused: Refused | null
  /** Where the links of this profile live: an address there would lead in circles. */
  linkHosts: readonly string[]
}

export const CreateContext = createContext<CreateState>({
  ownService: true,
  attempted: false,
  refused: null,
  linkHosts: [],
})

/** Everything found in a form: by our own rules, and by the service in the last attempt. */
export function judgementOf(values: FormValues, { ownService, refused, linkHosts }: CreateState): Judgement {
  const found = inspect(values)
  const { blocking, warnings } = judge(found, ownService)
  const loops = loopsIn(values, linkHosts)
  const refusals = refused ? stillRefused(refused, found.request) : {}
  return {
    blocking: { ...(ownService && loops), ...blocking, ...refusals },
    warnings: { ...(!ownService && loops), ...warnings },
  }
}

function useJudged<T extends string | boolean | undefined>(
  select: (judged: Judgement, values: FormValues) => T,
): T {
  const store = useFormStore()
  const state = useContext(CreateContext)
  return useSyncExternalStore(store.subscribe, () => {
    const values = store.get()
    return select(judgementOf(values, state), values)
  })
}

export interface FieldFault {
  /** Stands in the way. */
  fault: string | undefined
  /** Another service may think otherwise. */
  warning: string | undefined
  attempted: boolean
}

/** What was found at one field, by its path in the request (`ios_custom_redirect.url`). */
export function useFault(path: string): FieldFault {
  const fault = useJudged(({ blocking }) => blocking[path])
  const warning = useJudged(({ warnings }) => warnings[path])
  const { attempted } = useContext(CreateContext)
  return { fault, warning, attempted }
}

export function useSectionState(name: SectionName): SectionState {
  return useJudged((judged, values) => sectionState(name, inspect(values).request, judged))
}

/** How many fields stand in the way. */
export function useFaultCount(): number {
  const text = useJudged(({ blocking }) => String(Object.keys(blocking).length))
  return Number(text)
}
