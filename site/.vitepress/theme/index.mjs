import {withBase} from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import {h} from 'vue'
import './style.css'

/** What a wrong address shows. The default has no `main`, and another name for its link than its text. */
const notFound = () =>
  h('main', {class: 'vp-doc not-found'}, [
    h('h1', 'There is no such page'),
    h('p', ['It may have moved. Search for it, or start at the ', h('a', {href: withBase('/')}, 'home page'), '.'])
  ])

export default {extends: DefaultTheme, Layout: () => h(DefaultTheme.Layout, null, {'not-found': notFound})}
