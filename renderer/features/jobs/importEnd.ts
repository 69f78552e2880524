import type { Job } from '../../../contract/job.ts'

/** What an import came to: "812 links added, 30 were there already, 3 rows could not be used." */
export function importEnd({ state, counts }: Job): string {
  const count = (name: string) => counts[name] ?? 0
  const parts = [
    `${links(count('new'))} added`,
    count('known') > 0 && `${were(count('known'))} there already`,
    count('foreign') > 0 && `${were(count('foreign'))} made by other services and left out`,
    count('faulty') > 0 &&
      `${count('faulty').toLocaleString()} ${count('faulty') === 1 ? 'row' : 'rows'} could not be used`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Cancelled. ${sentence}` : sentence
}

function links(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'link' : 'links'}`
}

function were(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'was' : 'were'}`
}
