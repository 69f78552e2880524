import '../renderer/setup.ts'
import { findFixture, listFixtures } from './fixtures.ts'

/** The component tests, each loaded only when one of its fixtures is shown. */
const files = import.meta.glob<unknown>('../renderer/**/*.test.tsx')
const [requestedFile = '', title = ''] = decodeURIComponent(location.hash.slice(1)).split('#')

addEventListener('hashchange', () => location.reload())
if (title === '') await showList()
else await (await findFixture(() => files[requestedFile]?.(), title))()

/** Lists the fixtures as links, by file. */
async function showList(): Promise<void> {
  const main = document.createElement('main')
  document.body.append(main)
  for (const [file, load] of Object.entries(files)) {
    const heading = document.createElement('h2')
    heading.textContent = file.replace('../renderer/', '')
    const links = (await listFixtures(load)).map((name) => {
      const link = document.createElement('a')
      link.href = `#${encodeURIComponent(`${file}#${name}`)}`
      link.textContent = name
      const item = document.createElement('li')
      item.append(link)
      return item
    })
    const list = document.createElement('ul')
    list.append(...links)
    main.append(heading, list)
  }
}
