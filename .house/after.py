import json,os,re,subprocess,sys
HERE=os.path.dirname(os.path.abspath(__file__))
os.chdir(sys.argv[1])
doors=json.load(open(os.path.join(HERE,'doors.json')))
folders={'@countersign/base':'packages/base','@countersign/verify':'packages/verify','@countersign/id-scan':'packages/id-scan','@countersign/workers':'workers'}
tracked=[f for f in subprocess.check_output("git ls-files -co --exclude-standard",shell=True,text=True).split('\n') if f and os.path.exists(f)]
manifest={}
for f in tracked:
    if f.endswith('package.json'):
        j=json.load(open(f))
        if j.get('name','').startswith('@countersign/'): manifest[j['name']]=(os.path.dirname(f),j)
new={'base':'Ids, durations, text rules, locales, jobs and errors that every package of the service uses','verify':'Verifies signed PDFs: signatures, timestamps, later changes','id-scan':'Reads identity documents from pictures, in a process of its own'}
for n,d in new.items():
    manifest['@countersign/'+n]=(folders['@countersign/'+n],{"name":"@countersign/"+n,"version":"0.1.0","private":True,"description":d,"license":"MIT","type":"module","exports":{},"dependencies":{}})
versions={}
for _,j in manifest.values(): versions.update({k:v for k,v in j.get('dependencies',{}).items()})
root=json.load(open('package.json')); 
for k,v in root['devDependencies'].items(): versions.setdefault(k,v)
imp=re.compile(r"""(?:from|import)\s*\(?\s*['"]([^'"./][^'"]*)['"]""")
order=['pdf','forms','seal','verify','toolkit','workers','base','identity','signing','oauth','i18n','id-scan','adapters','api','web','server']
deps={}
for name,(folder,j) in manifest.items():
    if name=='@countersign/generated-client-test': continue
    used=set(); alluse=set()
    for f in tracked:
        if f.startswith(folder+'/') and re.search(r'\.(ts|tsx|mjs)$',f) and '/dist/' not in f:
            t=open(f).read()
            for m in imp.findall(t):
                if m.startswith('node:'): continue
                p='/'.join(m.split('/')[:2]) if m.startswith('@') else m.split('/')[0]
                alluse.add(p)
                if not re.search(r'\.(test|contract)\.tsx?$|/testing/|/demo/',f): used.add(p)
    old=j.get('dependencies',{})
    d={}
    for p in sorted(used|(set(old)&alluse)|{p for p in old if not p.startswith('@countersign/') and name not in('@countersign/adapters','@countersign/seal','@countersign/toolkit','@countersign/identity')}):
        if p==name: continue
        if p.startswith('@countersign/'): d[p]='0.1.0'
        elif p in old: d[p]=old[p]
        elif p in versions and (p in used): d[p]=versions[p]
    deps[name]=(sorted(x for x in alluse if x.startswith('@countersign/') and x!=name))
    j['exports']={k:'./'+os.path.relpath(v,folder) for k,v in sorted(doors[name].items())} if name in doors else j.get('exports')
    if d: j['dependencies']=d
    elif 'dependencies' in j: del j['dependencies']
    os.makedirs(folder,exist_ok=True)
    json.dump(j,open(folder+'/package.json','w'),indent=2,ensure_ascii=False); open(folder+'/package.json','a').write('\n')
    ts=folder+'/tsconfig.json'
    if os.path.exists(ts): t=open(ts).read()
    else: t=open('packages/identity/tsconfig.json').read() if name!='@countersign/verify' else open('packages/seal/tsconfig.json').read()
    refs=[os.path.relpath(manifest[x][0],folder) for x in deps[name] if x in manifest]
    t=re.sub(r'"references": \[[^\]]*\]','"references": ['+', '.join('{ "path": "%s" }'%r for r in refs)+']',t,flags=re.S)
    if '"references"' not in t: t=t.rstrip().rstrip('}').rstrip()+',\n  "references": ['+', '.join('{ "path": "%s" }'%r for r in refs)+']\n}\n'
    open(ts,'w').write(t)
if os.path.isdir('release'):
    for f in os.listdir('release'):
        os.makedirs('packages/release',exist_ok=True); t=open('release/'+f).read(); 
        if f=='tsconfig.json': t=t.replace('../tsconfig.base.json','../../tsconfig.base.json').replace('"../packages/','"../')
        open('packages/release/'+f,'w').write(t); os.remove('release/'+f)
    os.rmdir('release')
t=open('tsconfig.json').read()
t=re.sub(r'"references": \[.*\]','"references": ['+', '.join('{ "path": "%s" }'%(('packages/'+n) if n!='workers' else 'workers') for n in order)+', { "path": "packages/release" }, { "path": "fixtures" }, { "path": "bench" }, { "path": "test" }]',t,flags=re.S)
open('tsconfig.json','w').write(t)
# links of node_modules
for n in ['base','verify','id-scan']:
    l='node_modules/@countersign/'+n
    if not os.path.lexists(l): os.symlink('../../packages/'+n,l)
# circles of manifests
for n,x in deps.items():
    for y in x:
        if n in deps.get(y,[]): print('MUTUAL',n,y)
for p in ['test/tsconfig.json','bench/tsconfig.json','fixtures/tsconfig.json']:
    t=open(p).read(); print(p,re.findall(r'"path": "([^"]*)"',t))
