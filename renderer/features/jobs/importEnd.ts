import type { Job } from '../../../contract/job.ts'
import { counted } from '../../ui/counted.ts'

/** What an import came to: "812 links added, 30 were there already, 3 rows could not be used." */
export function importEnd({ state, counts }: Job): string {
  const count = (name: string) => counts[name] ?? 0
  const parts = [
    `${counted(count('new'), 'link')} added`,
    count('known') > 0 && `${were(count('known'))} there already`,
    count('foreign') > 0 && `${were(count('foreign'))} made by other services and left out`,
    count('faulty') > 0 && `${counted(count('faulty'), 'row')} could not be used`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Cancelled. ${sentence}` : sentence
}

function were(count: number): string {
  return counted(count, 'was', 'were')
}
