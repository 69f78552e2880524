import type { LibraryViewInput } from '../../contract/library/view.ts'
import { rareWord } from './generate.ts'

/** What a person does with the list, each as a list of views requested in order. */
export const questions: Record<string, readonly LibraryViewInput[]> = {
  opening: [{}],
  'a keystroke of the search': [
    ...[
      'winterschluss',
      // Words in nearly all links.
      'campaign',
      'offer',
      'new york',
      rareWord(3),
      'berlin shoes',
      'verkauf',
      '特価',
      'tag:gifts',
      '-email instagram',
    ].flatMap((text) => Array.from(text, (_, at) => ({ search: text.slice(0, at + 1) }))),
  ],
  'a change of filter': [
    { campaign: ['campaign-77'] },
    { source: ['newsletter'] },
    { environment: 'development' },
    { tags: { any: ['shoes', 'bags'] } },
    { tags: { all: ['q1', 'newsletter'], none: ['gifts'] } },
    { domain: ['shop.example.de'], medium: ['social'] },
    { from: '2020-02-01', to: '2020-03-01' },
    { profileId: 'profile-1', states: ['created'], search: 'paris' },
    { archived: 'only' },
    { campaign: ['campaign-77'], environment: 'development', source: ['poster'] },
  ],
  'another order': (['oldest', 'title', 'campaign', 'source', 'destination', 'checked'] as const).map(
    (sort) => ({ sort }),
  ),
}
