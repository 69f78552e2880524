document.body.append('Linkwright')
export {}
