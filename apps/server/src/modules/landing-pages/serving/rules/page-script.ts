/**
 * The script of published pages: it says where a visitor came from, counts down, and sends forms so that nothing is lost or
 * sent twice: until one is taken, it is tried again every half minute, and after the page is loaded again. Without it the links and forms of a page still work.
 */
export const pageScript = `(function(){
var d=document,start=Date.now(),query=new URLSearchParams(location.search),source=new URLSearchParams();
["utm_source","utm_medium","utm_campaign","utm_term","utm_content","gclid","gbraid","wbraid","fbclid","ctwa_clid","ldtag_cl"].forEach(function(name){
var value=query.get(name);if(value)source.set(name,value.slice(0,300))});
if(d.referrer)source.set("referrer",d.referrer.slice(0,300));
d.querySelectorAll("[data-go]").forEach(function(link){
var tail=source.toString();if(tail)link.href+="&"+tail});
function newId(){
if(window.crypto&&crypto.randomUUID)return crypto.randomUUID();
return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g,function(){return Math.floor(Math.random()*16).toString(16)})}
d.querySelectorAll("form[data-send]").forEach(function(form){
var id=newId(),key="form "+form.action,body=null,timer=0,button=form.querySelector("button"),label=button.textContent;
function kept(text){
try{if(text===undefined)return sessionStorage.getItem(key);
if(text)sessionStorage.setItem(key,text);else sessionStorage.removeItem(key)}catch(error){return null}}
function say(text){
var line=form.querySelector(".problem");
if(line&&line.textContent===text)return;
if(line)line.remove();
if(!text)return;
line=d.createElement("p");line.className="problem";line.setAttribute("role","alert");line.textContent=text;
form.insertBefore(line,button)}
function refuse(text){
body=null;kept("");button.textContent=label;button.removeAttribute("aria-busy");say(text)}
function thank(){
kept("");
var done=d.createElement("p");done.className="lead";done.setAttribute("role","status");done.textContent=form.dataset.thanks;
form.replaceWith(done);done.scrollIntoView({block:"center"})}
function attempt(wait){
clearTimeout(timer);timer=0;
fetch(form.action,{method:"POST",body:body,headers:{accept:"application/json"}}).then(function(answer){
return answer.json().then(function(said){
if(answer.status>=500||(answer.ok&&!said.message))throw new Error("later");
if(answer.ok)thank();else refuse(said.message||form.dataset.failed)})}).catch(function(){
say(form.dataset.waiting||form.dataset.failed);
timer=setTimeout(function(){attempt(Math.min(wait*2,30000))},wait)})}
function send(){
kept(body.toString());button.textContent=button.dataset.busy;button.setAttribute("aria-busy","true");attempt(1000)}
form.addEventListener("submit",function(event){
event.preventDefault();
if(body){if(timer)attempt(1000);return}
say("");
body=new URLSearchParams(new FormData(form));
body.set("entry",id);body.set("seconds",Math.round((Date.now()-start)/1000));
source.forEach(function(value,name){body.set(name,value)});
send()});
window.addEventListener("online",function(){if(timer)attempt(1000)});
var left=kept();
if(left){
body=new URLSearchParams(left);id=body.get("entry")||id;
body.forEach(function(value,name){var field=form.elements[name];if(field&&field.type!=="hidden")field.value=value});
send()}});
d.querySelectorAll("[data-until]").forEach(function(clock){
var until=Date.parse(clock.dataset.until),after=clock.parentNode.querySelector("[data-after]");
function put(name,value){clock.querySelector('[data-part="'+name+'"]').textContent=String(value).padStart(2,"0")}
function tick(){
var left=Math.max(0,Math.floor((until-Date.now())/1000));
put("days",Math.floor(left/86400));put("hours",Math.floor(left/3600)%24);
put("minutes",Math.floor(left/60)%60);put("seconds",left%60);
if(left===0){clearInterval(timer);if(after){clock.hidden=true;after.hidden=false}}}
var timer=setInterval(tick,1000);tick()})
})();
`;
